import { MAX_GUEST_NAME_LENGTH, roomPath } from "~/features/playback/rooms/room";
import type { RoomChange } from "~/features/playback/rooms/room-input";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { useShownValue } from "~/ui/forms/typing";
import { TextInput } from "~/ui/forms/text-input";

interface GuestNameFormProps {
  id: string;
  /** The name that the guest gave, or null. */
  name: string | null;
  /** Sends the change by script; null without scripts, when the form is posted. */
  onChange: ((change: RoomChange) => Promise<unknown>) | null;
}

/** Lets a guest say by which name the others see them. */
export function GuestNameForm({ id, name, onChange }: GuestNameFormProps) {
  const { t } = useI18n();
  const input = useShownValue(name ?? "");
  return (
    <form
      method="post"
      action={roomPath(id)}
      className="mt-3 flex gap-2"
      onSubmit={(event) => {
        if (onChange === null) return;
        event.preventDefault();
        const given = new FormData(event.currentTarget).get("name");
        void onChange({ do: "name", name: typeof given === "string" ? given : "" });
      }}
    >
      <input type="hidden" name="do" value="name" />
      <TextInput
        ref={input}
        name="name"
        defaultValue={name ?? ""}
        maxLength={MAX_GUEST_NAME_LENGTH}
        autoComplete="nickname"
        aria-label={t("room.yourName")}
        placeholder={t("room.yourName")}
      />
      <Button type="submit" className="shrink-0">
        {t("room.saveName")}
      </Button>
    </form>
  );
}
