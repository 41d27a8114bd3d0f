import { useLoaderData } from "react-router";

/** `COVERS` is how many there are. */
export function loader() {
  return { covers: Number(process.env["COVERS"]) };
}

export default function Covers() {
  const { covers } = useLoaderData<typeof loader>();
  return (
    <main style={{ display: "grid", gridTemplateColumns: "repeat(2, 1fr)", gap: 8 }}>
      <h1>Covers</h1>
      {Array.from({ length: covers }, (_, index) => (
        <a key={index} href={`/${index}.webp`}>
          <img
            src={`/${index}.webp`}
            alt=""
            width={180}
            height={270}
            loading={index < 4 ? "eager" : "lazy"}
          />
        </a>
      ))}
    </main>
  );
}
