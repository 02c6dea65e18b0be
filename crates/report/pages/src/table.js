"use strict";
(function () {
  var table = document.getElementById("table");
  if (!table) { return; }
  var body = table.tBodies[0];
  var rows = Array.prototype.slice.call(body.rows);
  var heads = Array.prototype.slice.call(table.tHead.rows[0].cells);
  var filter = document.getElementById("filter");
  var shown = document.getElementById("shown");
  // Names are sorted as texts, everything else as numbers; what has none comes last.
  var NAME = 1;

  function value(row, column) {
    if (column === NAME) { return row.cells[column].textContent; }
    var text = row.cells[column].getAttribute("data-v");
    return text === null ? null : parseFloat(text);
  }

  function sort(column, down) {
    var keyed = rows.map(function (row) { return [value(row, column), row]; });
    keyed.sort(function (a, b) {
      if (a[0] === null || b[0] === null) { return (a[0] === null) - (b[0] === null); }
      var order = a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
      return down ? -order : order;
    });
    rows = keyed.map(function (pair) { return pair[1]; });
    var all = document.createDocumentFragment();
    rows.forEach(function (row) { all.appendChild(row); });
    body.appendChild(all);
    heads.forEach(function (head, place) {
      head.setAttribute("aria-sort", place !== column ? "none" : down ? "descending" : "ascending");
    });
  }

  heads.forEach(function (head, column) {
    head.querySelector("button").addEventListener("click", function () {
      // Times are wanted from the top, places, names and criteria from the bottom.
      var first = head.getAttribute("data-first") || "ascending";
      var now = head.getAttribute("aria-sort");
      sort(column, now === "none" ? first === "descending" : now === "ascending");
    });
  });

  function apply() {
    var wanted = filter.value.trim().toLowerCase();
    var count = 0;
    rows.forEach(function (row) {
      var name = row.cells[NAME];
      var text = (name.title + " " + name.textContent).toLowerCase();
      var fits = text.indexOf(wanted) >= 0;
      row.hidden = !fits;
      if (fits) { count += 1; }
    });
    shown.textContent = count + " of " + rows.length + " kernels";
  }

  // A link to a row that the filter hides shows all rows again.
  function reveal() {
    var row = document.getElementById(location.hash.slice(1));
    if (row && row.hidden) {
      filter.value = "";
      apply();
      row.scrollIntoView();
    }
  }

  // A click on a row opens the kernel's panel, Escape closes it.
  body.addEventListener("click", function (event) {
    var row = event.target.closest("tr");
    var link = row && row.querySelector("th a");
    if (link && !event.target.closest("a") && String(getSelection()) === "") { link.click(); }
  });
  document.addEventListener("keydown", function (event) {
    var panel = event.key === "Escape" && document.querySelector(".panel:target");
    if (panel) { panel.querySelector("a").click(); }
  });

  filter.addEventListener("input", apply);
  window.addEventListener("hashchange", reveal);
  apply();
})();
