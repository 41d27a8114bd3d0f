interface UnfoldBoxProps {
  label: string;
  of?: string;
  /** Whether some is `folded-everywhere`, and not on phones alone. */
  isEverywhere?: boolean;
}

/** Shows what is `folded` in its parent, a `fold`. It needs no script. */
export function UnfoldBox({ label, of, isEverywhere = false }: UnfoldBoxProps) {
  return (
    <label className={isEverywhere ? "unfold" : "unfold md:hidden"}>
      <input type="checkbox" autoComplete="off" className="sr-only" />
      {label}
      {of === undefined ? null : <span className="sr-only">: {of}</span>}
    </label>
  );
}
