/** Separate from the schema, which browsers do not load. */
export const SITE_NAME = "Akari";
export const SITE_THEMES = ["dark", "light", "system"] as const;
export const SITE_SIGN_UPS = ["open", "invite", "closed"] as const;
