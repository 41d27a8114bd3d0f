import { Form } from "react-router";
import { Button } from "~/ui/button";
import { Toast } from "~/ui/toast";
import type { ListChange } from "./list-form";

/** Says what became of an entry, with Undo where there is something to take back, and a second try where no answer came. The form goes to the page's own action. */
export function ChangeToast({ change }: { change: ListChange | undefined }) {
  const fields = change?.undo ?? change?.again;
  return (
    <Toast message={change?.message ?? null}>
      {fields === undefined ? null : (
        <Form method="post" replace preventScrollReset>
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" weight="bare" className="font-semibold text-accent-text">
            {change?.again === undefined ? "Undo" : "Try again"}
          </Button>
        </Form>
      )}
    </Toast>
  );
}
