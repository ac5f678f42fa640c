import { mount } from "svelte";

import App from "./app/App.svelte";
import { registerWorker } from "./app/installation";
import "./app/theme.css";
import { chooseLanguage } from "./texts/language";
import { reach } from "./wire/reach.svelte";

void reach.load();
// Not awaited at the top level: that would make the build cut the page into more and larger pieces.
void chooseLanguage().then(() => {
  mount(App, { target: document.getElementById("page")! });
  registerWorker();
});
