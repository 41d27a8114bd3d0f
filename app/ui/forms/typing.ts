import { type RefObject, useLayoutEffect, useRef } from "react";

let edited: EventTarget | null = null;

/** Keeps in mind which field was edited since a form was sent. Returns how to end that. */
export function watchTyping(): () => void {
  const onInput = ({ target }: Event): void => {
    edited = target;
  };
  const onSubmit = (): void => {
    edited = null;
  };
  document.addEventListener("input", onInput, true);
  document.addEventListener("submit", onSubmit, true);
  return () => {
    document.removeEventListener("input", onInput, true);
    document.removeEventListener("submit", onSubmit, true);
  };
}

/** Whether text was edited in the focused field since a form was sent. */
export function isTyping(field: Element | null = document.activeElement): boolean {
  return (
    field instanceof HTMLInputElement &&
    !isTick(field) &&
    field === edited &&
    field === document.activeElement
  );
}

export function isTick(field: HTMLInputElement): boolean {
  return field.type === "checkbox" || field.type === "radio";
}

/**
 * Shows a new `value`, and the same one when `again` changes, in a field that is not mounted anew,
 * which would lose the focus. What the user types meanwhile stays.
 */
export function useShownValue(value: string, again?: unknown): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  const isMounted = useRef(false);
  useLayoutEffect(() => {
    if (isMounted.current && input.current !== null && !isTyping(input.current))
      input.current.value = value;
    isMounted.current = true;
  }, [value, again]);
  return input;
}
