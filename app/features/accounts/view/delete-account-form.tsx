import { useId } from "react";
import { Form } from "react-router";
import { Button } from "~/ui/button";
import type { FormFailure } from "~/ui/forms/form-failure";
import { describedBy, FieldWords, FormMessage } from "~/ui/forms/form-field";
import { PasswordField } from "./password-field";

/** The end of an account, behind a fold, a password and a tick. */
export function DeleteAccountForm({ failure }: { failure?: FormFailure | undefined }) {
  const id = useId();
  const error = failure?.fields["confirm"];
  return (
    <details open={failure !== undefined} className="rounded-lg border border-rule">
      <summary className="flex min-h-11 items-center px-4 text-sm font-medium">Delete the account…</summary>
      <Form method="post" noValidate aria-label="Delete the account" className="space-y-5 border-t border-rule p-4">
        <p className="text-sm text-ink-soft">This removes the account with its profile, lists, history and pictures, and signs you out everywhere. Nothing of it can be brought back; export your data before.</p>
        <FormMessage>{failure?.message}</FormMessage>
        <PasswordField label="Your password" purpose="current" failure={failure} />
        <p className="text-xs text-ink-faint">An account without a password (signed in with a provider): leave it empty, within ten minutes of signing in.</p>
        <div>
          <label htmlFor={id} className="flex min-h-11 items-center gap-2.5 text-sm">
            <input id={id} type="checkbox" name="confirm" value="yes" className="size-4" {...describedBy(id, { error })} />
            Yes, delete my account and all its data
          </label>
          <FieldWords id={id} error={error} />
        </div>
        <Button type="submit" name="intent" value="delete" className="border-caution text-caution">
          Delete for good
        </Button>
      </Form>
    </details>
  );
}
