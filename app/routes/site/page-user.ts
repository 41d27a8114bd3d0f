export interface PageUser {
  id: string;
  name: string;
  avatarUrl: string | null;
  /** Whether the account menu leads to /admin. */
  isStaff: boolean;
}
