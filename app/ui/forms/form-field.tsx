import { type ComponentProps, type ReactNode, type Ref, useEffect, useId, useRef } from "react";
import { Select, TextArea } from "./field";
import { classNames } from "~/ui/class-names";
import { icon } from "~/ui/icons";
import { TextInput } from "./text-input";
import { type FormFailure, formMessage, submittedText } from "./form-failure";

interface FormFieldProps {
  label: string;
  name: string;
  hint?: ReactNode;
  failure?: FormFailure | undefined;
}

export function FieldDescription({
  id,
  hint,
  error,
}: {
  id: string;
  hint?: ReactNode;
  error?: string | undefined;
}) {
  return (
    <>
      {error === undefined ? null : (
        <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 text-sm text-caution">
          {icon("alert", "mt-0.5")}
          {error}
        </p>
      )}
      {hint === undefined ? null : (
        <div id={`${id}-hint`} className="mt-1.5 text-xs text-ink-faint">
          {hint}
        </div>
      )}
    </>
  );
}

export function describedBy(
  id: string,
  { hint, error }: { hint?: ReactNode; error?: string | undefined },
) {
  const ids = [
    error === undefined ? null : `${id}-error`,
    hint === undefined ? null : `${id}-hint`,
  ].filter((part) => part !== null);
  return {
    "aria-describedby": ids.length > 0 ? ids.join(" ") : undefined,
    "aria-invalid": error === undefined ? undefined : true,
  };
}

interface LabelledProps extends FormFieldProps {
  required?: boolean | undefined;
  children: (
    control: { id: string; name: string; typed: string | null } & ReturnType<typeof describedBy>,
  ) => ReactNode;
}

function Labelled({ label, name, hint, failure, required = false, children }: LabelledProps) {
  const id = useId();
  const error = failure?.fields[name];
  return (
    <div>
      <label
        htmlFor={id}
        className={classNames(
          "mb-1.5 block text-sm font-medium text-ink-soft",
          required && "required-mark",
        )}
      >
        {label}
      </label>
      {children({
        id,
        name,
        typed: submittedText(failure, name),
        ...describedBy(id, { hint, error }),
      })}
      <FieldDescription id={id} hint={hint} error={error} />
    </div>
  );
}

export function TextField({
  label,
  name,
  hint,
  failure,
  defaultValue,
  ...rest
}: FormFieldProps & Omit<ComponentProps<"input">, "name">) {
  return (
    <Labelled label={label} name={name} hint={hint} failure={failure} required={rest.required}>
      {({ typed, ...control }) => (
        <TextInput {...control} defaultValue={typed ?? defaultValue} {...rest} />
      )}
    </Labelled>
  );
}

export function SelectField({
  label,
  name,
  hint,
  failure,
  defaultValue,
  ...rest
}: FormFieldProps & Omit<ComponentProps<typeof Select>, "name">) {
  return (
    <Labelled label={label} name={name} hint={hint} failure={failure} required={rest.required}>
      {({ typed, ...control }) => (
        <Select {...control} defaultValue={typed ?? defaultValue} {...rest} />
      )}
    </Labelled>
  );
}

export function TextAreaField({
  label,
  name,
  hint,
  failure,
  defaultValue,
  ...rest
}: FormFieldProps & Omit<ComponentProps<"textarea">, "name">) {
  return (
    <Labelled label={label} name={name} hint={hint} failure={failure} required={rest.required}>
      {({ typed, ...control }) => (
        <TextArea {...control} defaultValue={typed ?? defaultValue} {...rest} />
      )}
    </Labelled>
  );
}

/** A message that is announced at once. */
interface FormMessageProps {
  children: ReactNode;
  ref?: Ref<HTMLParagraphElement>;
}

export function FormMessage({ children, ref }: FormMessageProps) {
  return children === null || children === undefined ? null : (
    <p
      ref={ref}
      role="alert"
      className="mb-6 flex scroll-mt-24 items-start gap-2 rounded-md border border-caution/50 bg-raised px-4 py-3 text-sm text-ink"
    >
      {icon("alert", "mt-0.5 text-caution")}
      {children}
    </p>
  );
}

interface FormOutcomeProps {
  /** What the previous request changed. */
  success: string | null;
  failure: FormFailure | undefined;
  /** Replaces the message of the failure where fields show the rest of it. */
  message?: string | null | undefined;
}

/** A failure replaces the success of the previous request. */
export function FormOutcome({
  success,
  failure,
  message = formMessage(failure),
}: FormOutcomeProps) {
  const alert = useRef<HTMLParagraphElement>(null);
  // The form may be far below, and keeps its place.
  useEffect(() => {
    if (failure !== undefined) alert.current?.scrollIntoView({ block: "nearest" });
  }, [failure]);
  if (failure !== undefined) return <FormMessage ref={alert}>{message}</FormMessage>;
  return success === null ? null : <FormSuccess>{success}</FormSuccess>;
}

export function FormSuccess({ children }: { children: ReactNode }) {
  return (
    <p
      role="status"
      className="rounded-md border border-rule-strong bg-raised px-4 py-3 text-sm text-ink"
    >
      {children}
    </p>
  );
}
