import { coverUrl } from "~/artwork/cover-sizes";
import type { StudioChoice } from "./tastes-form";

/** Studios to click, each with three of its titles. */
export function StudioPicker({
  studios,
  chosen,
}: {
  studios: readonly StudioChoice[];
  chosen: readonly string[];
}) {
  return (
    <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      {studios.map(({ name, titles }) => (
        <li key={name} className="relative">
          <input
            type="checkbox"
            name="favorite_studios"
            value={name}
            defaultChecked={chosen.includes(name)}
            aria-label={name}
            className="peer absolute inset-0 m-0 size-full cursor-pointer appearance-none rounded-md"
          />
          <span className="pointer-events-none flex h-full items-center gap-3 rounded-md border border-rule-strong p-2 ring-accent-text peer-checked:border-accent-text peer-checked:font-semibold peer-checked:ring-2 peer-hover:border-ink-soft">
            <span className="flex shrink-0 -space-x-4">
              {titles.map((id) => (
                <img
                  key={id}
                  src={coverUrl(id, 120)}
                  alt=""
                  loading="lazy"
                  className="aspect-2/3 w-8 rounded-sm bg-sunken object-cover ring-2 ring-paper"
                />
              ))}
            </span>
            <span className="min-w-0 text-sm leading-tight wrap-anywhere">{name}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
