interface ChoicesRowProps {
  label: string;
  /** Name of the group of radio buttons, unique on the page. */
  name: string;
  value: string | number;
  options: readonly (readonly [value: string | number, label: string])[];
  onChange: (value: string) => void;
}

/** All options at once, so that one click chooses. */
export function ChoicesRow({ label, name, value, options, onChange }: ChoicesRowProps) {
  return (
    <fieldset className="player-choices">
      <legend>{label}</legend>
      {options.map(([key, text]) => (
        <label key={key}>
          <input
            type="radio"
            name={name}
            value={key}
            checked={key === value}
            onChange={() => onChange(String(key))}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface SelectRowProps {
  label: string;
  value: string | number;
  options: readonly (readonly [value: string | number, label: string])[];
  onChange: (value: string) => void;
}

export function SelectRow({ label, value, options, onChange }: SelectRowProps) {
  return (
    <label className="player-choice">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

export function SwitchRow({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className="player-choice">
      <span>{label}</span>
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
