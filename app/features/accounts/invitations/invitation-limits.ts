export const MAX_INVITATION_USES = 1_000;
export const MAX_INVITATION_DAYS = 365;
