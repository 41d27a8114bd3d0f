/** Who is signed in, as far as the frame of every page needs it. */
export interface PageUser {
  name: string;
  avatarUrl: string | null;
}
