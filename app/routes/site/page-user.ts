/** Who is signed in, as far as the frame of every page needs it. */
export interface PageUser {
  id: string;
  name: string;
  avatarUrl: string | null;
}
