import type { FormFailure } from "~/ui/forms/form-failure";

/** `undo` holds the form fields that undo the change. */
export interface PageChange {
  message: string;
  undo: Readonly<Record<string, string>> | null;
  rate?: string | undefined;
}

/**
 * `again` holds the fields of a form without a response; `failure` the errors and values of a form
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
