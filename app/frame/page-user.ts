export interface PageUser {
  id: string;
  name: string;
  avatarUrl: string | null;
  isStaff: boolean;
}
