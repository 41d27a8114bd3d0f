import { createContext, type ReactNode, use, useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { formMessage, type FormFailure } from "~/ui/forms/form-failure";
import { FormMessage } from "~/ui/forms/form-field";

/** Tells the page about a save: null while it runs and after a failure. */
export const SettingsSavedContext = createContext<(message: string | null) => void>(() => {});

interface SettingsFormProps {
  intent: string;
  /** Accessible name of the form. */
  label: string;
  saveLabel: string;
  failure?: FormFailure | undefined;
  /** The field that shows its own error. */
  field?: string;
  /** Changes with what is stored, when another control can store it. */
  version?: string;
  children: ReactNode | ((failure: FormFailure | undefined) => ReactNode);
}

/** A form of the settings page. Scripts save each change; the button is for pages without them. */
export function SettingsForm({
  intent,
  label,
  saveLabel,
  failure: submitted,
  field,
  version,
  children,
}: SettingsFormProps) {
  const { t } = useI18n();
  const fetcher = useFetcher<{ failure?: FormFailure }>();
  const form = useRef<HTMLFormElement>(null);
  const showSaved = use(SettingsSavedContext);
  const failure = fetcher.data === undefined ? submitted : fetcher.data.failure;
  const isIdle = fetcher.state === "idle";
  const hasFailed = failure !== undefined;
  const waiting = useRef(false);
  const shown = useRef(fetcher.data);

  // This effect precedes the one that saves what waits, since that choice is not to be reset.
  const shownVersion = useRef(version);
  useEffect(() => {
    if (shownVersion.current === version) return;
    shownVersion.current = version;
    if (!waiting.current) form.current?.reset();
  }, [version]);

  useEffect(() => {
    if (!isIdle) showSaved(null);
    else if (waiting.current) {
      waiting.current = false;
      form.current?.requestSubmit();
    } else if (fetcher.data !== shown.current) {
      shown.current = fetcher.data;
      if (!hasFailed) showSaved(t("settings.done.saved"));
    }
  }, [isIdle, fetcher.data, hasFailed, showSaved, t]);

  // React's onChange is the input event, which fires for every letter typed.
  useEffect(() => {
    const element = form.current;
    if (element === null) return;
    const save = () => {
      // One request at a time, so that the last choice is the last one stored.
      if (isIdle) element.requestSubmit();
      else waiting.current = true;
    };
    element.addEventListener("change", save);
    return () => element.removeEventListener("change", save);
  }, [isIdle]);

  // What was chosen before the page had its scripts.
  useEffect(() => {
    if (form.current !== null && isChanged(form.current)) form.current.requestSubmit();
  }, []);

  return (
    <fetcher.Form
      ref={form}
      method="post"
      noValidate
      autoComplete="off"
      aria-label={label}
      className="space-y-6"
    >
      <FormMessage>{formMessage(failure, ...(field === undefined ? [] : [field]))}</FormMessage>
      <input type="hidden" name="intent" value={intent} />
      {typeof children === "function" ? children(failure) : children}
      <div className={hasFailed ? undefined : "without-js"}>
        <Button type="submit">{saveLabel}</Button>
      </div>
    </fetcher.Form>
  );
}

function isChanged(form: HTMLFormElement): boolean {
  return [...form.elements].some((element) => {
    if (element instanceof HTMLSelectElement)
      return [...element.options].some((option) => option.defaultSelected && !option.selected);
    return (
      element instanceof HTMLInputElement &&
      (element.checked !== element.defaultChecked || element.value !== element.defaultValue)
    );
  });
}
