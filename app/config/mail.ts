export interface MailSettings {
  smtpUrl: string;
  from: string;
}

interface MailVariables {
  smtpUrl: string | undefined;
  from: string | undefined;
  host: string;
}

/** Returns null when no mail can be sent. */
export function mailSettings({ smtpUrl, from, host }: MailVariables): MailSettings | null {
  return smtpUrl === undefined ? null : { smtpUrl, from: from ?? `Akari <akari@${host}>` };
}
