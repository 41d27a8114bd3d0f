import { useEffect, useRef } from "react";
import { MAX_MESSAGE_LENGTH, roomPath, type RoomMessage } from "~/features/playback/rooms/room";
import type { RoomChange } from "~/features/playback/rooms/room-input";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { TextInput } from "~/ui/forms/text-input";
import { memberName } from "./room-status";

interface RoomChatProps {
  id: string;
  messages: readonly RoomMessage[];
  /** Resolves with whether the message was sent. */
  onChange: ((change: RoomChange) => Promise<boolean>) | null;
}

export function RoomChat({ id, messages, onChange }: RoomChatProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const newest = messages.at(-1)?.id;
  useEffect(() => {
    if (list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [newest]);
  const say = async (text: string) => {
    if (input.current !== null) input.current.value = "";
    const isSent = await onChange?.({ do: "say", text });
    if (isSent === true || input.current === null) return;
    input.current.value = [text, input.current.value].join(" ").trim();
  };
  return (
    <section aria-label={t("room.chat")} className="mt-5">
      <h3 className="text-sm font-semibold">{t("room.chat")}</h3>
      {messages.length === 0 ? (
        <p className="mt-2 text-sm text-ink-faint">{t("room.noMessages")}</p>
      ) : null}
      <div ref={list} role="log" tabIndex={0} className="mt-2 max-h-60 overflow-y-auto text-sm">
        <ol className="space-y-2">
          {messages.map((message) => (
            <li key={message.id} className="break-words">
              <span className="font-semibold">
                {memberName(i18n, {
                  number: message.member,
                  name: message.name,
                  guestName: message.guestName ?? null,
                })}
              </span>{" "}
              {message.text}
            </li>
          ))}
        </ol>
      </div>
      <form
        method="post"
        action={roomPath(id)}
        className="mt-3 flex gap-2"
        onSubmit={(event) => {
          if (onChange === null) return;
          event.preventDefault();
          const text = input.current?.value.trim() ?? "";
          if (text !== "") void say(text);
        }}
      >
        <input type="hidden" name="do" value="say" />
        <TextInput
          ref={input}
          name="text"
          required
          maxLength={MAX_MESSAGE_LENGTH}
          autoComplete="off"
          aria-label={t("room.message")}
          placeholder={t("room.message")}
        />
        <Button type="submit">{t("room.send")}</Button>
      </form>
    </section>
  );
}
