import { type ComponentProps, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { Button } from "~/ui/button";
import { Select } from "./field";

type SubmitSelectProps = Omit<ComponentProps<typeof Select>, "ref" | "value"> & {
  defaultValue: string | number;
};

/**
 * Submits its form when an option is chosen. Arrow keys on a closed select change its value at each
 * press, so that choice counts on Enter or when the focus leaves. A new `defaultValue` is shown
 * without a new `key`, which would lose the focus.
 */
export function SubmitSelect({ defaultValue, ...props }: SubmitSelectProps) {
  const select = useRef<HTMLSelectElement>(null);
  const isKeyDown = useRef(false);
  const isPending = useRef(false);
  const isMounted = useRef(false);
  useLayoutEffect(() => {
    if (!isMounted.current) {
      isMounted.current = true;
      return;
    }
    // The form's reset returns to these options too.
    for (const option of select.current?.options ?? [])
      option.defaultSelected = option.value === String(defaultValue);
    if (select.current !== null) select.current.value = String(defaultValue);
  }, [defaultValue]);
  const submit = (): void => {
    isPending.current = false;
    select.current?.form?.requestSubmit();
  };
  const submitEarlyChoice = useEffectEvent(() => {
    const shown = [...(select.current?.options ?? [])].find((option) => option.defaultSelected);
    if (shown?.selected === false) submit();
  });
  useEffect(() => submitEarlyChoice(), []);
  return (
    <Select
      {...props}
      ref={select}
      // A choice before hydration is the user's, not a restored one.
      autoComplete="off"
      defaultValue={defaultValue}
      onKeyDown={(event) => {
        if (event.key === "Enter" && isPending.current) {
          event.preventDefault();
          submit();
          return;
        }
        // The change that a key causes is in the same task; one of an opened list is not.
        isKeyDown.current = true;
        setTimeout(() => (isKeyDown.current = false));
      }}
      onChange={() => {
        if (isKeyDown.current) isPending.current = true;
        else submit();
      }}
      onBlur={() => {
        if (isPending.current) submit();
      }}
    />
  );
}

/** A button beside controls that scripts submit. */
export function SubmitWithoutScript({ label }: { label: string }) {
  return (
    <noscript>
      <Button type="submit" weight="bare">
        {label}
      </Button>
    </noscript>
  );
}
