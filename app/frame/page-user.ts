export interface PageUser {
  id: string;
  name: string;
  avatarUrl: string | null;
  /** Whether the user has an age limit and cannot open rooms. */
  isChild: boolean;
  /** How many titles the user's children ask for; null for all who manage no child. */
  askedTitles: number | null;
  isStaff: boolean;
  /** Whether the device locks when it is not used, and then asks who is watching. */
  asksProfile: boolean;
}
