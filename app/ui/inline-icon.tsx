/** Of one path on Lucide's grid. The package's components render several times slower. */
export function inlineIcon(path: string) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden
      className="size-4 fill-none stroke-current stroke-2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );
}
