export interface PageUser {
  id: string;
  name: string;
  avatarUrl: string | null;
  /** A child has an age limit, and no rooms. */
  isChild: boolean;
  isStaff: boolean;
}
