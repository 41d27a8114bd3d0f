import { useLayoutEffect, useRef, type RefObject } from "react";

/** Shows the dialog while it is rendered. Closing it before it unmounts restores the focus. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return dialog;
}
