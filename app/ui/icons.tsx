/** On Lucide's grid; the star is filled, the others are lines. */
const PATHS = {
  star: "M11.525 2.295a.53.53 0 0 1 .95 0l2.31 4.679a2.12 2.12 0 0 0 1.595 1.16l5.166.756a.53.53 0 0 1 .294.904l-3.736 3.638a2.12 2.12 0 0 0-.611 1.878l.882 5.14a.53.53 0 0 1-.771.56l-4.618-2.428a2.12 2.12 0 0 0-1.973 0L6.396 21.01a.53.53 0 0 1-.77-.56l.881-5.139a2.12 2.12 0 0 0-.611-1.879L2.16 9.795a.53.53 0 0 1 .294-.906l5.165-.755a2.12 2.12 0 0 0 1.597-1.16z",
  pencil:
    "M21.17 6.81a1 1 0 0 0-3.99-3.99L3.84 16.17a2 2 0 0 0-.5.83l-1.32 4.35a.5.5 0 0 0 .62.62l4.36-1.32a2 2 0 0 0 .83-.5zM15 5l4 4",
  cross: "M18 6 6 18M6 6l12 12",
  tick: "M20 6 9 17l-5-5",
  ticks: "M18 6 7 17l-5-5m20-1-7.5 7.5L13 16",
  undo: "M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11",
} as const;
type IconName = keyof typeof PATHS;

/**
 * Icons that pages repeat, defined once per document: a hundred copies of their paths would weigh,
 * and take longer to render, than the text beside them.
 */
export function IconDefinitions() {
  return (
    <svg aria-hidden width="0" height="0" className="absolute">
      {Object.entries(PATHS).map(([name, path]) => (
        <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
          <path d={path} strokeLinecap="round" strokeLinejoin="round" />
        </symbol>
      ))}
    </svg>
  );
}

/** Needs the document's `IconDefinitions`. */
export function icon(name: IconName, className = "size-4 fill-none stroke-current stroke-2") {
  return (
    <svg aria-hidden className={className}>
      <use href={`#icon-${name}`} />
    </svg>
  );
}
