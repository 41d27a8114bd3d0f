/** What a page of an error below 500 shows. */
export interface PageErrorData {
  message: string;
  issues: readonly { path: string; message: string }[];
}
