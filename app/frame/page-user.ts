export interface PageUser {
  id: string;
  name: string;
  avatarUrl: string | null;
  isStaff: boolean;
  /** The last year with a review, or the present one in the user's time zone. */
  reviewYear: number;
}
