/** Shows on a phone what is `folded` in its parent, a `fold`. It needs no script. */
export function UnfoldBox({ label, of }: { label: string; of?: string }) {
  return (
    <label className="unfold unfolds inline-flex min-h-11 cursor-pointer items-center text-sm font-medium text-accent-text has-focus-visible:outline-2 md:hidden">
      <input type="checkbox" autoComplete="off" className="sr-only" />
      {label}
      {of === undefined ? null : <span className="sr-only">: {of}</span>}
    </label>
  );
}
