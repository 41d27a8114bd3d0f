import { useEffect, useRef, type ReactNode } from "react";

interface ToastProps {
  message: string | null;
  children?: ReactNode;
}

/** A message without a timeout (WCAG 2.2.1). */
export function Toast({ message, children }: ToastProps) {
  const box = useRef<HTMLDivElement>(null);
  const held = useRef<Element | null>(null);
  useEffect(() => {
    held.current = message === null ? null : document.activeElement;
  }, [message]);
  // The focused element may disappear before or after the message.
  useEffect(() => {
    const isLost = held.current === document.body || held.current?.isConnected === false;
    if (!isLost || document.activeElement !== document.body) return;
    held.current = null;
    box.current?.querySelector("button")?.focus({ preventScroll: true });
  });
  return (
    <div
      ref={box}
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom)+0.75rem)] z-20 flex justify-center px-(--page-gutter) md:bottom-6"
    >
      {message === null ? null : (
        <div className="pointer-events-auto flex max-w-xl items-center gap-4 rounded-md border border-rule-strong bg-raised py-1.5 pr-1.5 pl-4 has-[p:only-child]:pr-4 text-sm text-ink shadow-xl">
          <p className="py-2">{message}</p>
          {children}
        </div>
      )}
    </div>
  );
}
