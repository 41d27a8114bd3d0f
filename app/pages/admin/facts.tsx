import type { ReactNode } from "react";

export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="mt-6 divide-y divide-rule border-y border-rule text-sm">
      {rows.map(([name, value]) => (
        <div key={name} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[14rem_1fr]">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
