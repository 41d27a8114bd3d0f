export interface PageUser {
  id: string;
  name: string;
  avatarUrl: string | null;
  isStaff: boolean;
  /** The present one, in the user's time zone. */
  year: number;
}
