import { titleToEditPath } from "./title-path";
import { useId, type ReactNode } from "react";
import { Form } from "react-router";
import { classNames } from "~/ui/class-names";
import { describedBy, FieldDescription } from "~/ui/forms/form-field";
import type { FormFailure } from "~/ui/forms/form-failure";

interface TitleFormProps {
  id: number;
  /** Accessible name of the form. */
  name: string;
  encType?: "multipart/form-data";
  className?: string;
  children: ReactNode;
}

/** Posts to a title's page. */
export function TitleForm({ id, name, encType, className, children }: TitleFormProps) {
  return (
    <Form
      method="post"
      action={titleToEditPath(id)}
      encType={encType}
      noValidate
      aria-label={name}
      className={classNames("max-w-xl space-y-5", className)}
    >
      {children}
    </Form>
  );
}

interface ConfirmationProps {
  name: string;
  label: string;
  failure: FormFailure | undefined;
}

/** Asks for a box to be ticked. */
export function Confirmation({ name, label, failure }: ConfirmationProps) {
  const id = useId();
  const error = failure?.fields[name];
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          name={name}
          value="yes"
          className="size-5"
          {...describedBy(id, { error })}
        />
        {label}
      </label>
      <FieldDescription id={id} error={error} />
    </div>
  );
}
