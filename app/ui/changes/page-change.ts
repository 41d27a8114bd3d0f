/** The message of a change, and the form fields that undo it; null when it cannot be undone. */
export interface PageChange {
  message: string;
  undo: Readonly<Record<string, string>> | null;
}

/** The result of a page's form. `again` holds the fields of a form that got no response. */
export type ActionResult =
  | { change: PageChange; refused: null }
  | { change: null; refused: string; again?: Readonly<Record<string, string>> };
