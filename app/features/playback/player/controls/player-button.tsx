import type { ReactNode } from "react";
import { useI18n } from "~/i18n/i18n-context";

interface PlayerButtonProps {
  label: string;
  keys?: string;
  pressed?: boolean;
  className?: string;
  onClick: () => void;
  children: ReactNode;
}

export function PlayerButton({
  label,
  keys,
  pressed,
  className = "",
  onClick,
  children,
}: PlayerButtonProps) {
  const { t } = useI18n();
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
