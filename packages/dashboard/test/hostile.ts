/** Hostile texts. */
export const hostile = {
  script: `<script>document.title='owned'</script><img src=x onerror="document.title='owned'">`,
  markup: `</div></body><h1 style="font-size:200px">HUGE</h1> &lt;b&gt; {{count}} \${1} javascript:alert(1)`,
  rtl: '\u202Eابن سينا שלום \u202Dgnp.exe، هل لديكم خبز الجاودار غدًا؟',
  long: `Sourdough ${'x'.repeat(9_500)} end.`,
  tower: `Z̸̢̛̺͖̗̗͉̙͇̩ͩ̏͗͐̈́ͬ͐̋̚͡a${'\u0301'.repeat(200)}lgo 👩‍👩‍👧‍👦🏳️‍🌈\n\n\n\n\n\n\n\n\n\nlast line`,
} as const
