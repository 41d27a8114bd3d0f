import type { FormFailure } from "~/ui/forms/form-failure";

/** `undo` holds the form fields that undo the change, if it can be undone. */
export interface PageChange {
  message: string;
  undo: Readonly<Record<string, string>> | null;
  /** Where a title that the change completed can be rated. */
  rate?: string | undefined;
}

/**
 * `again` holds the fields of a form that got no response; `failure` the errors and values of one
 * that shows them beside its fields.
 */
export type ActionResult =
  | { change: PageChange; refused: null }
  | {
      change: null;
      refused: string;
      again?: Readonly<Record<string, string>>;
      failure?: FormFailure | undefined;
    };
