/** What a form of a page did, in words, and the fields of the form that takes it back; null when there is nothing to take back. */
export interface PageChange {
  message: string;
  undo: Readonly<Record<string, string>> | null;
}

/** How a form of a page is answered: with what it did, or with why it was refused. `again` holds the fields of one that got no answer, to send it again. */
export type PageAnswer =
  | { change: PageChange; refused: null }
  | { change: null; refused: string; again?: Readonly<Record<string, string>> };
