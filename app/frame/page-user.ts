export interface PageUser {
  id: string;
  name: string;
  avatarUrl: string | null;
  /** Whether the user has an age limit and cannot open rooms. */
  isChild: boolean;
  isStaff: boolean;
}
