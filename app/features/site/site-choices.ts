/** Separate from the schema, which browsers do not load. */
export const SITE_NAME = "Akari";
export const SITE_THEMES = ["dark", "light", "system"] as const;
/** The least role, none, or visitors too. */
export const SITE_DOWNLOADS = ["off", "owner", "moderator", "member", "everyone"] as const;
export const SITE_SIGN_UPS = ["open", "invite", "closed"] as const;
