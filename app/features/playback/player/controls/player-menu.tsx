import { type ReactNode, useId, useRef } from "react";

interface PlayerMenuProps {
  label: string;
  title?: string;
  icon: ReactNode;
  children: ReactNode;
}

/** A button with a popover of native controls, for keyboards, screen readers and phones. */
export function PlayerMenu({ label, title = label, icon, children }: PlayerMenuProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  /** Anchors the menu above its button; on small screens the style sheet overrides this. */
  const positionMenu = ({ currentTarget: menu }: React.ToggleEvent<HTMLDivElement>) => {
    const button = opener.current?.getBoundingClientRect();
    if (button === undefined) return;
    menu.style.setProperty("--menu-right", `${Math.max(8, innerWidth - button.right)}px`);
    menu.style.setProperty("--menu-bottom", `${Math.max(8, innerHeight - button.top + 8)}px`);
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        popoverTarget={id}
        aria-label={label}
        title={title}
        className="player-button"
      >
        {icon}
      </button>
      <div
        id={id}
        popover="auto"
        onBeforeToggle={positionMenu}
        role="dialog"
        aria-label={label}
        className="player-menu"
      >
        {children}
      </div>
    </>
  );
}
