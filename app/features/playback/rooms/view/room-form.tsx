import type { ReactNode } from "react";
import { roomPath } from "~/features/playback/rooms/room";
import type { RoomChange } from "~/features/playback/rooms/room-input";

interface RoomFormProps {
  id: string;
  change: RoomChange;
  /** Sends the change by script; null without scripts, when the form is posted. */
  onChange: ((change: RoomChange) => Promise<unknown>) | null;
  children: ReactNode;
}

export function RoomForm({ id, change, onChange, children }: RoomFormProps) {
  return (
    <form
      method="post"
      action={roomPath(id)}
      onSubmit={(event) => {
        if (onChange === null) return;
        event.preventDefault();
        void onChange(change);
      }}
    >
      {Object.entries(change).map(([name, value]: [string, string | number]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
