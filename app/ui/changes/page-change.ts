import type { FormFailure } from "~/ui/forms/form-failure";

/** `undo`: the form fields that undo it. */
export interface PageChange {
  message: string;
  undo: Readonly<Record<string, string>> | null;
  rate?: string | undefined;
}

/**
 * `again`: a form's fields, for lack of a response; `failure`: errors and values for beside its
 * fields.
 */
export type ActionResult =
  | { change: PageChange; refused: null }
  | {
      change: null;
      refused: string;
      again?: Readonly<Record<string, string>>;
      failure?: FormFailure | undefined;
    };
