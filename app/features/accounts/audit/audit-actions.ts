export const AUDIT_ACTIONS = [
  "owner.made",
  "role.changed",
  "user.disabled",
  "user.enabled",
  "user.deleted",
  "user.exported",
  "sessions.ended",
  "reset.created",
  "password.changed",
  "password.reset",
  "email.changed",
  "invitation.created",
  "invitation.revoked",
  "invitation.used",
  "settings.changed",
  "import.started",
  "source.added",
  "source.removed",
  "cache.cleared",
  "title.corrected",
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];
