/** `undo` holds the form fields that undo the change, if it can be undone. */
export interface PageChange {
  message: string;
  undo: Readonly<Record<string, string>> | null;
}

/** `again` holds the fields of a form that got no response. */
export type ActionResult =
  | { change: PageChange; refused: null }
  | { change: null; refused: string; again?: Readonly<Record<string, string>> };
