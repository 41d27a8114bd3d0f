export const ROLES = ["member", "moderator", "owner"] as const;
export type Role = (typeof ROLES)[number];

export function mayManage(role: Role, other: Role): boolean {
  return role === "owner" || (role === "moderator" && other === "member");
}

export function hasRole(role: Role, minimumRole: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(minimumRole);
}
