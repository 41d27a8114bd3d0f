import type { ReactNode } from "react";
import { useWords } from "~/language/words-context";

interface PlayerButtonProps {
  label: string;
  /** The key that does the same, for the tooltip. */
  keys?: string;
  pressed?: boolean;
  className?: string;
  onClick: () => void;
  children: ReactNode;
}

/** A button of the bar: an icon with its name. */
export function PlayerButton({
  label,
  keys,
  pressed,
  className = "",
  onClick,
  children,
}: PlayerButtonProps) {
  const { t } = useWords();
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      title={keys === undefined ? label : t("player.withKey", { label, keys })}
      className={`player-button ${className}`}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
