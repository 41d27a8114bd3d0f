import { useId } from "react";
import { ChoiceChip, FieldGroup } from "./field";

interface ChoicesProps {
  legend: string;
  name: string;
  /** `lang` for a label in another language. */
  choices: readonly (readonly [value: string, label: string, lang?: string])[];
  chosen: string;
  hint?: string;
}

export function Choices({ legend, name, choices, chosen, hint }: ChoicesProps) {
  const id = useId();
  return (
    <FieldGroup legend={legend} aria-describedby={hint === undefined ? undefined : id}>
      <div className="flex flex-wrap gap-2">
        {choices.map(([value, label, lang]) => (
          <ChoiceChip
            key={value}
            type="radio"
            name={name}
            value={value}
            label={<span lang={lang}>{label}</span>}
            defaultChecked={chosen === value}
          />
        ))}
      </div>
      {hint === undefined ? null : (
        <p id={id} className="mt-1.5 text-sm text-ink-soft">
          {hint}
        </p>
      )}
    </FieldGroup>
  );
}

interface SwitchProps {
  name: string;
  label: string;
  hint: string;
  on: boolean;
}

/** A hidden field submits "off". */
export function Switch({ name, label, hint, on }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <input type="hidden" name={name} value="false" />
      <input
        id={id}
        type="checkbox"
        name={name}
        value="true"
        defaultChecked={on}
        aria-describedby={`${id}-hint`}
        className="mt-1 size-5 shrink-0"
      />
      <div>
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      </div>
    </div>
  );
}
