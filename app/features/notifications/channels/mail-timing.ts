/** The time at which mail is sent. */
export const MAIL_TIMINGS = ["now", "daily", "weekly"] as const;
export type MailTiming = (typeof MAIL_TIMINGS)[number];
