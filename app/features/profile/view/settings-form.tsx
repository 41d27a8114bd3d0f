import type { ReactNode } from "react";
import { Form } from "react-router";
import { Button } from "~/ui/button";
import { formMessage, type FormFailure } from "~/ui/forms/form-failure";
import { FormMessage } from "~/ui/forms/form-field";

interface SettingsFormProps {
  intent: string;
  /** Its accessible name. */
  label: string;
  saveLabel: string;
  failure?: FormFailure | undefined;
  /** The field that shows its own error. */
  field?: string;
  children: ReactNode;
}

/** A form of the settings page, with its button. */
export function SettingsForm({
  intent,
  label,
  saveLabel,
  failure,
  field,
  children,
}: SettingsFormProps) {
  return (
    <Form method="post" preventScrollReset noValidate aria-label={label} className="space-y-6">
      <FormMessage>{formMessage(failure, ...(field === undefined ? [] : [field]))}</FormMessage>
      {children}
      <Button type="submit" name="intent" value={intent}>
        {saveLabel}
      </Button>
    </Form>
  );
}
