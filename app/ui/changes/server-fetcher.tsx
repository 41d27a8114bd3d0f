import { type ComponentType, useId } from "react";
import { type FetcherFormProps, type FetcherWithComponents, useFormAction } from "react-router";

export interface ChangeFetcher<Data> {
  Form: ComponentType<FetcherFormProps>;
  data: Data | undefined;
  formData: FormData | undefined;
  state: FetcherWithComponents<Data>["state"];
}

const IDLE: ChangeFetcher<never> = {
  Form: ServerForm,
  data: undefined,
  formData: undefined,
  state: "idle",
};

/**
 * The same HTML without what the router makes for each of its fetchers: a component, functions and
 * effects. The server submits no form.
 */
export function useServerFetcher(): ChangeFetcher<never> {
  // The router's has one too, which changes the ids inside.
  useId();
  return IDLE;
}

function ServerForm({
  action,
  method,
  relative,
  preventScrollReset: _preventScrollReset,
  defaultShouldRevalidate: _defaultShouldRevalidate,
  ...attributes
}: FetcherFormProps) {
  return (
    <form
      method={method?.toLowerCase() === "post" ? "post" : "get"}
      action={useFormAction(action, { relative })}
      {...attributes}
      data-discover="true"
    />
  );
}
