import type { ReactNode } from "react";
import type { FormFailure } from "~/ui/forms/form-failure";
import { TextField } from "~/ui/forms/form-field";

interface PinFieldProps {
  label: string;
  hint?: ReactNode;
  failure?: FormFailure | undefined;
  required?: boolean;
}

/** Four to eight digits, which neither browsers nor password managers keep. */
export function PinField({ required = false, ...field }: PinFieldProps) {
  return (
    <TextField
      {...field}
      name="pin"
      type="password"
      inputMode="numeric"
      autoComplete="off"
      data-1p-ignore=""
      data-lpignore="true"
      maxLength={8}
      required={required}
      autoFocus={required}
    />
  );
}
