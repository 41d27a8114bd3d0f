/** In ascending order of what they may do; the column's check has the same. */
export const ROLES = ["member", "moderator", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** Whether one user may manage another: owners all, moderators members. */
export function mayManage(role: Role, other: Role): boolean {
  return role === "owner" || (role === "moderator" && other === "member");
}

/** Whether a role may do what `least` may. */
export function hasRole(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}
