import { Form } from "react-router";
import { Button } from "~/ui/button";
import { Toast } from "~/ui/toast";
import type { ListChange } from "./list-form";

/** Says what became of an entry, with Undo where there is something to take back. The form goes to the page's own action. */
export function ChangeToast({ change }: { change: ListChange | undefined }) {
  return (
    <Toast message={change?.message ?? null}>
      {change === undefined || change.undo === null ? null : (
        <Form method="post" replace preventScrollReset>
          {Object.entries(change.undo).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" weight="bare" className="font-semibold text-accent-text">
            Undo
          </Button>
        </Form>
      )}
    </Toast>
  );
}
