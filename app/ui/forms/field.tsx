import type { ComponentProps, ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { CONTROL } from "./text-input";
import { icon } from "~/ui/icons";

export function Field({
  label,
  hint,
  children,
}: {
  label: string;
  hint?: string;
  children: ReactNode;
}) {
  return (
    <label className="block">
      <span className="mb-1.5 block text-sm font-medium text-ink-soft">{label}</span>
      {children}
      {hint === undefined ? null : (
        <span className="mt-1 block text-xs text-ink-faint">{hint}</span>
      )}
    </label>
  );
}

/** Label it with `Field` or `aria-label`. */
export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea className={classNames(CONTROL, "py-2.5", className)} {...rest} />;
}

export function Select({
  options,
  className,
  ...rest
}: ComponentProps<"select"> & { options: readonly (readonly [string, string])[] }) {
  return (
    <span className="relative block grow">
      <select className={classNames(CONTROL, "appearance-none pr-9", className)} {...rest}>
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {icon("down", "pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-faint")}
    </span>
  );
}

export function FieldGroup({
  legend,
  children,
  ...rest
}: { legend: string } & ComponentProps<"fieldset">) {
  return (
    <fieldset {...rest}>
      <legend className="mb-1.5 text-sm font-medium text-ink-soft">{legend}</legend>
      {children}
    </fieldset>
  );
}

export function ChoiceChip({
  label,
  type = "checkbox",
  ...rest
}: { label: ReactNode; type?: "checkbox" | "radio" } & Omit<ComponentProps<"input">, "type">) {
  return (
    <label className="relative inline-flex">
      <input
        type={type}
        className="peer absolute inset-0 m-0 cursor-pointer appearance-none rounded-md"
        {...rest}
      />
      <span
        className={classNames(
          "pointer-events-none inline-flex min-h-11 items-center rounded-md border border-rule-strong px-3 text-sm text-ink-soft transition-colors md:min-h-9",
          "peer-hover:border-ink-soft peer-hover:text-ink",
          "peer-checked:border-accent peer-checked:bg-accent peer-checked:text-on-accent peer-checked:font-medium",
          "peer-checked:forced-colors:border-[Highlight] peer-checked:forced-colors:text-[Highlight]",
        )}
      >
        {label}
      </span>
    </label>
  );
}

export function CheckLine({
  label,
  note,
  ...rest
}: { label: ReactNode; note?: ReactNode } & Omit<ComponentProps<"input">, "type">) {
  return (
    <label className="flex min-h-11 items-center gap-2.5 rounded-sm px-1 text-sm text-ink hover:bg-sunken md:min-h-8">
      <input type="checkbox" className="size-4 shrink-0" {...rest} />
      <span className="grow">{label}</span>
      {note === undefined ? null : (
        <span className="text-xs text-ink-faint tabular-nums">{note}</span>
      )}
    </label>
  );
}
